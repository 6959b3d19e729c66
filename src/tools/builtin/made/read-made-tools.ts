import { documentKey, MadeTools } from '../../../contracts/index.ts';
import type { Documents } from '../../../ledger/index.ts';
import type { Tool } from '../../registry/tool.ts';
import { madeTool } from './made-tool.ts';

/** The tools that runs made and that were taken into the catalogue, as tools. */
export async function readMadeTools(documents: Pick<Documents, 'get'>): Promise<Tool[]> {
  const kept = MadeTools.safeParse((await documents.get(documentKey.madeTools()))?.body).data;
  return (kept?.tools ?? []).map((made) => madeTool(made) as Tool);
}
