import type { TaintClass } from '../../contracts/index.ts';
import { sha256Hex } from '../../kernel/index.ts';
import { quoted } from '../frame.ts';
import type { ContextItem } from '../item.ts';

/** What people leave in a folder for whoever works in it, the most telling first; what they noted as their preferences before all. */
export const PROJECT_FILES: readonly string[] = ['.claude/memory.md', 'AGENTS.md', 'CLAUDE.md', 'README.md'];

export interface ProjectFile {
  readonly path: string;
  readonly text: string;
  readonly taintClass: TaintClass;
}

/** The files that say something about the folder; those that say the same are told once. */
export function projectKnowledge(files: readonly ProjectFile[]): ContextItem[] {
  const told = files.filter(({ text }, at) => text.trim() !== '' && files.findIndex((other) => other.text === text) === at);
  return told.map(({ path, text, taintClass }) => {
    const sha256 = sha256Hex(text);
    return { section: 'project_knowledge', ref: { kind: 'document', key: `workspace:${path}@${sha256.slice(0, 12)}`, sha256 }, label: `From the file ${quoted(path)}`, text, taintClass, by: 'others' };
  });
}
