/** Stands in a contract for every tool that an accepted MCP server offers. */
export const MCP_TOOLS_ACTION = 'mcp_tools';

/** What a role may do that is no tool of the catalogue. A contract that names anything else is invalid. */
export const RESERVED_ACTIONS = {
  [MCP_TOOLS_ACTION]: 'use the tools of accepted servers',
  call_model: 'ask a model',
  call_cloud_model: 'ask a model that is not on this machine',
  retrieve: 'search the libraries and the working folder',
  ingest_source: 'take a source into a library',
  index_chunks: 'make chunks searchable',
  export_bundle: 'hand data out of the product',
  request_approval: 'have a person asked',
  dispatch_role: 'give work to a role',
  leave_phase: 'commit the end of a phase',
  register_artifact: 'keep an artifact',
  terminate_run: 'write why a run ended',
  read_memory: 'read what was learnt before',
  write_memory: 'keep what was learnt',
  order_correction: 'have an attempt made again',
  request_replan: 'have a plan made again',
  issue_directive: 'say what the next plan must change',
  read_log: 'read the log by a cursor',
} as const;
export type ReservedAction = keyof typeof RESERVED_ACTIONS;
