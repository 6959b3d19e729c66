/**
 * The folder into which every process of a scenario writes which functions it entered; undefined when nobody asked.
 * Named by our own variable, because only the program is to be traced and not the tests themselves.
 */
export const TRACE_FOLDER = process.env['SCENARIO_TRACE'];

/** How much longer everything may take: a traced process is several times slower. */
export const PATIENCE = TRACE_FOLDER === undefined ? 1 : 5;

/** What a process gets to be traced, from the sources. Code that comes from a cache is not counted exactly, so there is none. */
export const TRACED: Readonly<Record<string, string>> = TRACE_FOLDER === undefined ? {} : { NODE_V8_COVERAGE: TRACE_FOLDER, NODE_DISABLE_COMPILE_CACHE: '1', KEELSON_FROM_SOURCES: '1' };
