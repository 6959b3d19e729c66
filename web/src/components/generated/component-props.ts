import type { ViewComponent as Component, ViewComponentName } from '../../../../src/contracts/index.ts';

export type { Component, ViewComponentName };

/** What one component of a result is shown from. */
export interface Shown<Name extends ViewComponentName> {
  readonly of: Extract<Component, { component: Name }>;
}
