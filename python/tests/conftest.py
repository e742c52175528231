"""Tells the counts and times of tests as the runner of Rust's tests does, whose lines `cargo xtask test` adds up."""


def pytest_runtest_logreport(report):
    if report.when == "call" and report.passed:
        print(f"\ntest {report.nodeid.replace(',', ';')} ... ok <{report.duration:.3f}s>")


def pytest_terminal_summary(terminalreporter):
    def count(*outcomes):
        return sum(len(terminalreporter.stats.get(outcome, ())) for outcome in outcomes)

    failed = count("failed", "error")
    verdict = "FAILED" if failed else "ok"
    terminalreporter.write_line(
        f"test result: {verdict}. {count('passed')} passed; {failed} failed; {count('skipped')} ignored"
    )
