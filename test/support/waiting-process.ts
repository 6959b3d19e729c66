import type { ChildProcess } from 'node:child_process';
import type { Ended } from './keelson-home.ts';

/** A process of ours that is watched while it works. */
export interface WatchedProcess {
  readonly child: ChildProcess;
  /** Resolves with the first match in what it wrote; rejects when it ends without. */
  said(pattern: RegExp): Promise<string>;
  readonly ended: Promise<Ended>;
}

function watched(child: ChildProcess): WatchedProcess {
  const said = { stdout: '', stderr: '' };
  const watchers = new Set<() => void>();
  const hear = (stream: 'stdout' | 'stderr') => (text: string): void => {
    said[stream] += text;
    for (const watch of watchers) watch();
  };
  child.stdout?.setEncoding('utf8').on('data', hear('stdout'));
  child.stderr?.setEncoding('utf8').on('data', hear('stderr'));
  const ended = new Promise<Ended>((resolve) => void child.once('close', (status) => resolve({ status, ...said })));
  return {
    child,
    ended,
    said: (pattern) =>
      new Promise((resolve, reject) => {
        const watch = (): void => {
          const found = pattern.exec(`${said.stdout}\n${said.stderr}`)?.[0];
          if (found === undefined) return;
          watchers.delete(watch);
          resolve(found);
        };
        watchers.add(watch);
        watch();
        void ended.then(({ stdout, stderr }) => reject(new Error(`it ended without ${pattern}: ${stdout}${stderr}`)));
      }),
  };
}

/** Processes of one test, ended whatever comes of it. */
export function watchedProcesses(): { watch(child: ChildProcess): WatchedProcess; endAll(): Promise<void> } {
  const started: WatchedProcess[] = [];
  return {
    watch(child) {
      const process = watched(child);
      started.push(process);
      return process;
    },
    async endAll() {
      for (const { child, ended } of started.splice(0)) {
        child.kill('SIGKILL');
        await ended;
      }
    },
  };
}

export const APPROVAL = /apr_[0-9A-Z]{26}/;
