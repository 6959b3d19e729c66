/**
 * What package managers, compilers and caches make again by themselves: often a hundred times the files of the project,
 * and nobody's own words. Neither searched nor copied unless somebody asks for it. `dist` and `build` are not here, since
 * projects keep things of their own under these names.
 */
export const REMADE_FOLDERS: ReadonlySet<string> = new Set(['node_modules', '.venv', 'venv', '__pycache__', '.pytest_cache', '.mypy_cache', '.tox', 'target', '.gradle', '.next', '.turbo', '.cache']);
