/* CPython's parser: `ast.parse(text)`, then `compile` of the tree, which checks it and folds constants. Nothing is run. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include "text.h"

/* Longer numbers take quadratic time, so Python refuses them by default. */
static void start(void) {
    PyConfig config;
    PyConfig_InitIsolatedConfig(&config);
    config.site_import = 0;
    if (PyStatus_Exception(Py_InitializeFromConfig(&config))) abort();
    PyConfig_Clear(&config);
    /* A warning of an odd text, such as `"\d"`, would be printed. */
    PyRun_SimpleString("import warnings; warnings.simplefilter('ignore')");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (!Py_IsInitialized()) start();
    PyCompilerFlags flags = {PyCF_ONLY_AST | PyCF_TYPE_COMMENTS, PY_MINOR_VERSION};
    char *text = text_of(data, size);
    PyObject *tree = Py_CompileStringExFlags(text, "text", Py_file_input, &flags, -1);
    if (tree) {
        PyObject *compile = PyDict_GetItemString(PyEval_GetBuiltins(), "compile");
        Py_XDECREF(PyObject_CallFunction(compile, "Oss", tree, "text", "exec"));
        Py_DECREF(tree);
    }
    PyErr_Clear();
    free(text);
    return 0;
}
