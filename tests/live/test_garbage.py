"""How often Python looks for objects that hold each other."""

import gc

from umpire.live.garbage import seldom_collected


def test_python_looks_less_often_for_circles_as_long_as_people_wait_for_a_program() -> None:
    before = gc.get_threshold()
    gc.set_threshold(700, 10, 10)
    try:
        with seldom_collected():
            assert gc.isenabled()
            assert gc.get_threshold()[0] > 10 * 700
        assert gc.get_threshold() == (700, 10, 10)
    finally:
        gc.set_threshold(*before)
