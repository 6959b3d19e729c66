import type { ComponentType } from 'react';
import type { PathPattern, PathValues } from '../router/route.ts';
import type { IconName } from '../ui/icon.tsx';

export interface PageProps {
  /** What stands in the path. */
  readonly values: PathValues;
}

export interface Page {
  readonly path: PathPattern;
  readonly title: string;
  /** Pressed after `g`, it leads here; without one the page is reached from another. */
  readonly key?: string;
  /** A page with an icon stands in the navigation, in this order. */
  readonly icon?: IconName;
  /** Loaded when it is first opened, so that the first page comes quickly. */
  readonly load: () => Promise<{ readonly default: ComponentType<PageProps> }>;
}
