"""The frames have what the command prints. Without pandas or polars their tests are skipped."""

import pytest

import slotscope

# Two processors; in the order of submission, job 2 waits for job 1, and job 3, which is short and small, may overtake it.
LOG = """; MaxProcs: 2
1 0 0 100 1 -1 -1 1 100 -1 1 1 -1 -1 -1 -1 -1 -1
2 10 90 50 2 -1 -1 2 50 -1 1 1 -1 -1 -1 -1 -1 -1
3 20 130 30 1 -1 -1 1 30 -1 1 1 -1 -1 -1 -1 -1 -1
"""
QUEUE = "system.two_level.local.queue"


@pytest.fixture(params=["pandas", "polars"])
def frame(request):
    pytest.importorskip(request.param)
    return request.param


@pytest.fixture
def log(tmp_path):
    path = tmp_path / "a log.swf"
    path.write_text(LOG)
    return path


def test_a_run_has_its_jobs_and_its_report(frame, log):
    fcfs = slotscope.run({}, log, set={QUEUE: "fcfs"}, frame=frame)
    assert list(fcfs.jobs["start"]) == [0, 100, 150]
    # (100 + 140 + 160) / 3
    assert fcfs.report["mean_flow_time"] == pytest.approx(400 / 3)
    easy = slotscope.run("{}", log, set={QUEUE: "easy"}, frame=frame)
    assert list(easy.jobs["start"]) == [0, 100, 20]
    assert list(easy.jobs["processors_used"]) == ["0", "0-1", "1"]


def test_a_sweep_has_a_row_for_each_combination(frame, log):
    varied = {QUEUE: ["fcfs", "easy"], "workload.load_factor": [1, 2]}
    table = slotscope.sweep({}, log, varied, criteria=["makespan"], frame=frame)
    assert list(table[QUEUE]) == ["fcfs", "fcfs", "easy", "easy"]
    assert table["mean_flow_time"][0] == pytest.approx(400 / 3)
    # (100 + 140 + 30) / 3
    assert table["mean_flow_time"][2] == pytest.approx(90)
    assert list(table["makespan"])[0] == 180


def test_the_jobs_of_a_log_are_as_they_ran(frame, tmp_path):
    log = tmp_path / "sacct.txt"
    log.write_text(
        "JobID|JobName|Submit|Start|End|AllocCPUS|State\n"
        "7|=SUM(A1)|2024-03-01T00:00:00|2024-03-01T00:01:00|2024-03-01T00:02:00|4|COMPLETED\n"
        "8|007|2024-03-01T00:00:30|2024-03-01T00:02:00|2024-03-01T00:04:00|2|COMPLETED\n"
    )
    with pytest.warns(slotscope.LeftOut, match="4 processors, a guess"):
        jobs = slotscope.read_jobs(log, frame=frame)
    assert list(jobs["start"]) == [60, 120]
    assert list(jobs["run_time"]) == [60, 120]
    assert list(jobs["processors"]) == [4, 2]


@pytest.mark.parametrize("name", ["=SUM(A1)", "-x", "'=x", "007"])
def test_names_are_as_in_the_log(frame, name):
    printed = f"'{name}" if name[0] in "='-" else name
    table = slotscope._frame(f'name,processors_used\n"{printed}",3\n'.encode(), frame)
    assert (table["name"][0], table["processors_used"][0]) == (name, "3")


def test_what_is_left_out_is_a_warning(frame, log):
    log.write_text(LOG + "4 30 -1 -1 1 -1 -1 1 30 -1 5 1 -1 -1 -1 -1 -1 -1\n")
    with pytest.warns(slotscope.LeftOut, match="1 "):
        assert len(slotscope.read_jobs(log, frame=frame)) == 3


def test_what_the_command_refuses_is_an_error_in_its_words(log):
    with pytest.raises(slotscope.SlotscopeError, match="colour"):
        slotscope.run({"colour": 1}, log)
    with pytest.raises(ValueError, match="no-such"):
        slotscope._frame(b"", "no-such")
