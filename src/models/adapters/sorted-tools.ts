import type { OfferedTool } from '../../contracts/index.ts';

/** By name, so that the same tools give the same bytes in whatever order they were found. */
export function sortedTools(tools: readonly OfferedTool[]): readonly OfferedTool[] {
  return tools.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}
