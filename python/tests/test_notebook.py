"""The notebooks of `examples/` run from their first cell to the last, where Jupyter and Matplotlib are there."""

from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


# Jupyter warns of what it will do another time.
@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.ipynb")), ids=lambda path: path.stem)
def test_a_notebook_draws_its_figure(path, tmp_path):
    for needed in ["ipykernel", "matplotlib", "pandas"]:
        pytest.importorskip(needed)
    nbclient, nbformat = pytest.importorskip("nbclient"), pytest.importorskip("nbformat")
    notebook = nbformat.read(path, 4)
    nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": tmp_path}}).execute()
    drawn = [output for cell in notebook.cells for output in cell.get("outputs", []) if "image/png" in output.get("data", {})]
    assert len(drawn) == 1
