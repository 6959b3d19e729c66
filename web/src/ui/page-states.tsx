import type { ReactNode } from 'react';
import type { ErrorBody } from '../api/ask.ts';
import type { Asked } from '../live/use-query.ts';
import { stateOf } from './page-state.ts';
import { Press } from './press.tsx';
import { Said } from './said.tsx';

export function Loading({ what }: { readonly what: string }) {
  return (
    <div className="state loading" role="status">
      <span className="shimmer" aria-hidden="true" />
      <span className="shimmer short" aria-hidden="true" />
      <span className="unseen">Reading {what}…</span>
    </div>
  );
}

export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className="state empty">
      <p className="state-title">{title}</p>
      {children !== undefined && <div className="state-body">{children}</div>}
    </div>
  );
}

export function Blocked({ error }: { readonly error: ErrorBody }) {
  return (
    <div className="state blocked" role="alert">
      <p className="state-title">{error.message}</p>
      <p className="state-body">
        <Said text={error.next_step} />
      </p>
    </div>
  );
}

/** What is shown may be old, or lacks a part. */
export function Degraded({ children }: { readonly children: ReactNode }) {
  return (
    <p className="state degraded" role="status">
      {children}
    </p>
  );
}

export function Failed({ error, onRetry }: { readonly error: ErrorBody; readonly onRetry?: () => void }) {
  return (
    <div className="state error" role="alert">
      <p className="state-title">{error.message}</p>
      <p className="state-body">
        <Said text={error.next_step} /> <code>{error.code}</code>
      </p>
      {onRetry !== undefined && <Press onPress={onRetry}>Try again</Press>}
    </div>
  );
}

export interface AnsweredProps<Value> {
  readonly asked: Asked<Value>;
  /** In the middle of "Reading …". */
  readonly what: string;
  readonly isEmpty?: (value: Value) => boolean;
  readonly empty?: ReactNode;
  readonly children: (value: Value) => ReactNode;
}

/** An answer in whichever state it is. */
export function Answered<Value>({ asked, what, isEmpty = () => false, empty, children }: AnsweredProps<Value>) {
  const state = stateOf(asked, isEmpty);
  const { value, error, reload } = asked;
  if (state === 'loading') return <Loading what={what} />;
  if (state === 'blocked' && error !== undefined) return <Blocked error={error} />;
  if (state === 'error' && error !== undefined) return <Failed error={error} onRetry={reload} />;
  if (value === undefined) return null;
  return (
    <>
      {state === 'degraded' && error !== undefined && (
        <Degraded>
          This may be old: {error.message} <Said text={error.next_step} />
        </Degraded>
      )}
      {isEmpty(value) ? empty : children(value)}
    </>
  );
}
