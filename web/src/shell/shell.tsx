import { lazy, Suspense, useEffect, useMemo, useRef, useState, type ComponentType } from 'react';
import type { Page, PageProps } from '../pages/page.ts';
import { PAGES } from '../pages/page-table.ts';
import { navigate, usePath } from '../router/navigate.ts';
import { routeOf } from '../router/route.ts';
import { Empty, Loading } from '../ui/page-states.tsx';
import { useKeyboard, useKeys } from '../ui/use-keys.ts';
import { Link } from '../router/link.tsx';
import { KeyHelp } from './key-help.tsx';
import { Navigation } from './navigation.tsx';
import { PageGuard } from './page-guard.tsx';
import { Standing } from './standing.tsx';

const components = new Map<Page, ComponentType<PageProps>>();

/** The same component for a page each time, or it would begin anew with every drawing. */
function componentOf(page: Page): ComponentType<PageProps> {
  const known = components.get(page) ?? lazy(page.load);
  components.set(page, known);
  return known;
}

/** What stands around every page: where one can go, how the server stands, and what keys do. */
export function Shell() {
  const path = usePath();
  const route = useMemo(() => routeOf(PAGES, path), [path]);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  const title = route?.place.title ?? 'Not found';

  useKeyboard();
  useKeys([
    { keys: '?', says: 'Show these keys', run: () => setHelpOpen(true) },
    ...PAGES.flatMap(({ key, title, path }) => (key === undefined ? [] : [{ keys: `g ${key}`, says: `Go to ${title}`, run: () => navigate(path) }])),
  ]);

  // Whoever hears the page instead of seeing it is told that it is another one now.
  const isFirst = useRef(true);
  useEffect(() => {
    document.title = `${title} · Keelson`;
    if (!isFirst.current) main.current?.focus({ preventScroll: true });
    isFirst.current = false;
  }, [title, path]);

  const Shown = route === undefined ? undefined : componentOf(route.place);
  return (
    <div className="shell">
      <a className="skip" href="#main" onClick={(event) => (event.preventDefault(), main.current?.focus())}>
        Skip to the page
      </a>
      <Navigation path={path} onHelp={() => setHelpOpen(true)} />
      <main id="main" ref={main} tabIndex={-1}>
        <Standing />
        <PageGuard key={path}>
          <Suspense fallback={<Loading what={title.toLowerCase()} />}>
            {Shown !== undefined && route !== undefined ? (
              <Shown values={route.values} />
            ) : (
              <Empty title={`There is no page at ${path}.`}>
                <Link to="/">Go home</Link>
              </Empty>
            )}
          </Suspense>
        </PageGuard>
      </main>
      {isHelpOpen && <KeyHelp onClose={() => setHelpOpen(false)} />}
    </div>
  );
}
