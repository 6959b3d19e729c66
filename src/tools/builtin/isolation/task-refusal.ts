/**
 * An expected failure inside a task that runs in a process of its own. It crosses to the caller as two sentences and
 * becomes a KeelsonError there, so that tasks need to load next to nothing.
 */
export class TaskRefusal extends Error {
  readonly nextStep: string;

  constructor(message: string, nextStep: string) {
    super(message);
    this.name = 'TaskRefusal';
    this.nextStep = nextStep;
  }
}

/** What a task sends back, once. */
export type TaskAnswer =
  | { readonly kind: 'done'; readonly output: unknown }
  | { readonly kind: 'refused'; readonly message: string; readonly nextStep: string }
  | { readonly kind: 'broken'; readonly detail: string };

/** What a task is sent, once. */
export interface TaskRequest {
  readonly input: unknown;
  /** The task ends itself after this time, should nobody be left to end it. */
  readonly endAfterMs: number;
}
