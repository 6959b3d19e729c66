import type { constants as SqliteConstants } from 'node:sqlite';

type Constants = typeof SqliteConstants;

/** They look at the database; with a value behind them some would change it, so those take none. */
const PRAGMAS_ABOUT_A_NAME: ReadonlySet<string> = new Set(['table_info', 'table_xinfo', 'table_list', 'index_list', 'index_info', 'index_xinfo', 'foreign_key_list', 'foreign_key_check', 'integrity_check', 'quick_check']);
const PRAGMAS_WITHOUT_VALUE: ReadonlySet<string> = new Set(['database_list', 'collation_list', 'function_list', 'module_list', 'pragma_list', 'compile_options', 'user_version', 'application_id', 'schema_version', 'data_version', 'page_count', 'page_size', 'freelist_count', 'encoding', 'journal_mode', 'auto_vacuum']);
const FUNCTIONS_REFUSED: ReadonlySet<string> = new Set(['load_extension', 'fts3_tokenizer', 'writefile', 'readfile', 'edit']);

/**
 * What a statement may do, asked by SQLite itself while it reads the statement: look, and nothing else. ATTACH and VACUUM
 * INTO would reach other files, so they are refused like every change, although the database is only a copy.
 */
export function readOnlyAuthorizer(constants: Constants): (action: number, first: string | null, second: string | null) => number {
  const { SQLITE_OK, SQLITE_DENY, SQLITE_SELECT, SQLITE_READ, SQLITE_RECURSIVE, SQLITE_FUNCTION, SQLITE_PRAGMA } = constants;
  return (action, first, second) => {
    if (action === SQLITE_SELECT || action === SQLITE_READ || action === SQLITE_RECURSIVE) return SQLITE_OK;
    if (action === SQLITE_FUNCTION) return FUNCTIONS_REFUSED.has((second ?? '').toLowerCase()) ? SQLITE_DENY : SQLITE_OK;
    if (action === SQLITE_PRAGMA) return mayAsk((first ?? '').toLowerCase(), second) ? SQLITE_OK : SQLITE_DENY;
    return SQLITE_DENY;
  };
}

function mayAsk(pragma: string, value: string | null): boolean {
  return PRAGMAS_ABOUT_A_NAME.has(pragma) || (PRAGMAS_WITHOUT_VALUE.has(pragma) && value === null);
}
