import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from 'react';
import { navigate } from './navigate.ts';

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  readonly to: string;
  readonly children: ReactNode;
}

/** A real link: it can be opened in another window, and only a plain press stays in this one. */
export function Link({ to, children, onClick, ...more }: LinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!isPlain || event.defaultPrevented) return;
    event.preventDefault();
    navigate(to);
  };
  return (
    <a {...more} href={to} onClick={follow}>
      {children}
    </a>
  );
}
