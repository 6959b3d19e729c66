import { KeelsonError, sha256Hex } from '../../src/kernel/index.ts';
import type { OpenWorkspaceFiles, WorkspaceFiles } from '../../src/tools/paths/workspace-files.ts';
import type { ContentNow } from '../../src/tools/runner/content-now.ts';
import type { WorkspaceSnapshot } from '../../src/tools/runner/workspace-snapshot.ts';

const MODE = 0o644;

/** The files of a world, which no machine ever sees. */
export interface VirtualDisk {
  readonly files: ReadonlyMap<string, string>;
  put(path: string, text: string): void;
  readonly open: OpenWorkspaceFiles;
  contentNow(path: string): Promise<ContentNow | null>;
  readonly snapshot: WorkspaceSnapshot;
}

export function virtualDisk(root: string): VirtualDisk {
  const files = new Map<string, string>();
  const open: OpenWorkspaceFiles = (_place, hooks = {}) => workspaceOver(root, files, hooks);
  return {
    files,
    put: (path, text) => void files.set(path, text),
    open,
    contentNow: async (path) => {
      const text = files.get(path);
      return text === undefined ? null : { sha256: sha256Hex(text), mode: MODE };
    },
    snapshot: {
      fits: async () => true,
      close: async () => undefined,
      async take() {
        const before = new Map(files);
        return {
          async keepChanged(keeper) {
            for (const [path, text] of before) if (files.get(path) !== text) await keeper.keep({ path, before: Buffer.from(text), mode: MODE });
            await keeper.keepNew([...files.keys()].filter((path) => !before.has(path)));
            return true;
          },
        };
      },
    },
  };
}

function workspaceOver(root: string, files: Map<string, string>, { demandDecided, beforeChange }: Parameters<OpenWorkspaceFiles>[1] & object): WorkspaceFiles {
  const below = (path: string): string => (path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path.replace(/^\.\//, ''));
  const demand = (path: string): string => {
    const text = files.get(path);
    if (text === undefined) throw new KeelsonError('path.missing', { message: `There is no ${path}.`, nextStep: 'Look what there is.', data: { path } });
    return text;
  };
  const change = async (path: string, after: string | undefined): Promise<'created' | 'modified'> => {
    const before = files.get(path);
    const kind = before === undefined ? 'created' : 'modified';
    demandDecided?.(path);
    await beforeChange?.({ path, kind: after === undefined ? 'deleted' : kind, before: before === undefined ? null : Buffer.from(before), mode: before === undefined ? null : MODE });
    if (after === undefined) files.delete(path);
    else files.set(path, after);
    return kind;
  };
  const names = (): string[] => [...files.keys()].toSorted();
  const write: WorkspaceFiles['write'] = async (path, bytes) => ({ path: below(path), kind: await change(below(path), Buffer.from(bytes).toString()), totalBytes: bytes.byteLength });
  return {
    root,
    async read(path, { maxBytes = Number.POSITIVE_INFINITY, offsetBytes = 0 } = {}) {
      const bytes = Buffer.from(demand(below(path)));
      const part = bytes.subarray(offsetBytes, offsetBytes + maxBytes);
      return { bytes: part, totalBytes: bytes.length, isCut: offsetBytes + part.length < bytes.length, path: below(path), mode: MODE };
    },
    async stat(path) {
      const name = below(path);
      const isFolder = name === '.' || name === '' || names().some((one) => one.startsWith(`${name}/`));
      return { path: name, kind: isFolder ? 'directory' : 'file', sizeBytes: isFolder ? 0 : Buffer.byteLength(demand(name)), modifiedAtMs: 0, mode: MODE };
    },
    async list(path) {
      const prefix = ['', '.'].includes(below(path)) ? '' : `${below(path)}/`;
      const entries = new Map<string, { name: string; kind: 'file' | 'directory'; sizeBytes: number }>();
      for (const one of names().filter((name) => name.startsWith(prefix))) {
        const [name = '', ...rest] = one.slice(prefix.length).split('/');
        entries.set(name, { name, kind: rest.length > 0 ? 'directory' : 'file', sizeBytes: rest.length > 0 ? 0 : Buffer.byteLength(demand(one)) });
      }
      return { entries: [...entries.values()], isCut: false };
    },
    async *walk({ under = '.' } = {}) {
      const prefix = ['', '.'].includes(below(under)) ? '' : `${below(under)}/`;
      for (const path of names().filter((name) => name.startsWith(prefix))) yield { path, kind: 'file' as const, sizeBytes: Buffer.byteLength(demand(path)), isSensitive: false };
      return { isCut: false };
    },
    write,
    append: (path, bytes) => write(path, Buffer.concat([Buffer.from(files.get(below(path)) ?? ''), bytes])),
    delete: async (path) => (demand(below(path)), void (await change(below(path), undefined))),
    async rename(from, to) {
      const text = demand(below(from));
      await change(below(from), undefined);
      await change(below(to), text);
    },
    makeDirectory: async () => undefined,
  };
}
