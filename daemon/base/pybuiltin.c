#include "base/pybuiltin.h"

static const struct str exceptions[] = {
    /* in the order of their bytes */
    STR_INIT("ArithmeticError"),
    STR_INIT("AssertionError"),
    STR_INIT("AttributeError"),
    STR_INIT("BaseException"),
    STR_INIT("BaseExceptionGroup"),
    STR_INIT("BlockingIOError"),
    STR_INIT("BrokenPipeError"),
    STR_INIT("BufferError"),
    STR_INIT("BytesWarning"),
    STR_INIT("ChildProcessError"),
    STR_INIT("ConnectionAbortedError"),
    STR_INIT("ConnectionError"),
    STR_INIT("ConnectionRefusedError"),
    STR_INIT("ConnectionResetError"),
    STR_INIT("DeprecationWarning"),
    STR_INIT("EOFError"),
    STR_INIT("EncodingWarning"),
    STR_INIT("EnvironmentError"),
    STR_INIT("Exception"),
    STR_INIT("ExceptionGroup"),
    STR_INIT("FileExistsError"),
    STR_INIT("FileNotFoundError"),
    STR_INIT("FloatingPointError"),
    STR_INIT("FutureWarning"),
    STR_INIT("GeneratorExit"),
    STR_INIT("IOError"),
    STR_INIT("ImportError"),
    STR_INIT("ImportWarning"),
    STR_INIT("IndentationError"),
    STR_INIT("IndexError"),
    STR_INIT("InterruptedError"),
    STR_INIT("IsADirectoryError"),
    STR_INIT("KeyError"),
    STR_INIT("KeyboardInterrupt"),
    STR_INIT("LookupError"),
    STR_INIT("MemoryError"),
    STR_INIT("ModuleNotFoundError"),
    STR_INIT("NameError"),
    STR_INIT("NotADirectoryError"),
    STR_INIT("NotImplementedError"),
    STR_INIT("OSError"),
    STR_INIT("OverflowError"),
    STR_INIT("PendingDeprecationWarning"),
    STR_INIT("PermissionError"),
    STR_INIT("ProcessLookupError"),
    STR_INIT("PythonFinalizationError"),
    STR_INIT("RecursionError"),
    STR_INIT("ReferenceError"),
    STR_INIT("ResourceWarning"),
    STR_INIT("RuntimeError"),
    STR_INIT("RuntimeWarning"),
    STR_INIT("StandardError"),
    STR_INIT("StopAsyncIteration"),
    STR_INIT("StopIteration"),
    STR_INIT("SyntaxError"),
    STR_INIT("SyntaxWarning"),
    STR_INIT("SystemError"),
    STR_INIT("SystemExit"),
    STR_INIT("TabError"),
    STR_INIT("TimeoutError"),
    STR_INIT("TypeError"),
    STR_INIT("UnboundLocalError"),
    STR_INIT("UnicodeDecodeError"),
    STR_INIT("UnicodeEncodeError"),
    STR_INIT("UnicodeError"),
    STR_INIT("UnicodeTranslateError"),
    STR_INIT("UnicodeWarning"),
    STR_INIT("UserWarning"),
    STR_INIT("ValueError"),
    STR_INIT("Warning"),
    STR_INIT("WindowsError"),
    STR_INIT("ZeroDivisionError"),
};

bool pybuiltin_is_exception(struct str name)
{
    size_t low = 0, high = COUNT_OF(exceptions);

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int c = str_cmp(name, exceptions[middle]);
        if (c == 0)
            return true;
        if (c < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return false;
}
