/** The names of `ApprovalMode` and of the scopes that can be asked for, written out so that help need not load the contracts; a test compares them. */
export const MODES = ['ask', 'workspace_session', 'session'];
export const REMEMBER_SCOPES = ['run', 'workspace'];
