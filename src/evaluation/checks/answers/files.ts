import { z } from 'zod';
import { refsOf } from '../../work.ts';
import { met, unmet } from '../finding.ts';
import type { AnswerLook } from './answer-look.ts';
import { counted, repliesOf } from './calls.ts';

const Survey = z.object({ files: z.array(z.object({ path: z.string(), size_bytes: z.number(), sha256: z.string().nullable() })) });
const Moved = z.object({ moved: z.array(z.object({ from: z.string(), to: z.string() })) });
const Written = z.object({ output_path: z.string() });

/** Groups of equal files that are read again. */
const GROUPS_MAX = 5;

/** What is called the same, by its hash, is read again and compared. */
export const sameContent: AnswerLook = async (work, ports) => {
  const survey = repliesOf(work, 'survey_files', Survey).at(-1);
  if (survey === undefined) return unmet('No file was looked at.', 'logical');
  const refs = refsOf([survey.call]);
  const byHash = new Map<string, string[]>();
  for (const { path, size_bytes: size, sha256 } of survey.reply.files) if (sha256 !== null && size > 0) byHash.set(sha256, [...(byHash.get(sha256) ?? []), path]);
  const groups = [...byHash.values()].filter((paths) => paths.length > 1);
  for (const [first = '', ...others] of groups.slice(0, GROUPS_MAX)) {
    const text = await ports.readFile(first);
    for (const other of others) if ((await ports.readFile(other)) !== text || text === undefined) return unmet(`${first} and ${other}, read again, are not the same.`, 'environmental', refs);
  }
  return met(groups.length === 0 ? `No two of ${counted(survey.reply.files.length, 'file')} have a hash in common.` : `${counted(Math.min(groups.length, GROUPS_MAX), 'group')} of ${groups.length}, read again, ${groups.length === 1 ? 'holds' : 'hold'} the same content.`, refs);
};

/** Each file that was moved is gone from its old place, and the new one holds what the old one held. */
export const movedFiles: AnswerLook = async (work) => {
  const moves = repliesOf(work, 'move_files', Moved);
  const refs = refsOf(moves.map(({ call }) => call));
  if (moves.length === 0) return unmet('No file was moved.', 'logical');
  const all = moves.flatMap(({ reply, call }) => reply.moved.map((move) => ({ ...move, changes: call.outcome.changes })));
  const lost = all.find(({ from, to, changes }) => {
    const [gone, made] = [changes.find(({ path }) => path === from), changes.find(({ path }) => path === to)];
    return gone?.before?.sha256 === undefined || made?.after_sha256 !== gone.before.sha256;
  });
  if (lost !== undefined) return unmet(`${lost.to} does not hold what ${lost.from} held.`, 'logical', refs);
  return met(`${counted(all.length, 'file')} ${all.length === 1 ? 'holds' : 'hold'} under the new ${all.length === 1 ? 'name' : 'names'} what ${all.length === 1 ? 'it' : 'they'} held under the old, by SHA-256.`, refs);
};

/** Each file that a tool says it wrote is one that the runner saw appear. */
export const writtenFiles: AnswerLook = async (work) => {
  const written = ['convert_image', 'resize_image'].flatMap((toolId) => repliesOf(work, toolId, Written));
  const refs = refsOf(written.map(({ call }) => call));
  if (written.length === 0) return unmet('No file was written.', 'logical');
  const missing = written.find(({ reply, call }) => !call.outcome.changes.some(({ path, after_sha256: after }) => path === reply.output_path && after !== null));
  if (missing !== undefined) return unmet(`${missing.reply.output_path} was not written.`, 'logical', refs);
  return met(`${counted(written.length, 'file')} appeared in the folder under the ${written.length === 1 ? 'name' : 'names'} told.`, refs);
};
