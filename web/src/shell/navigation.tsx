import { useState } from 'react';
import { useStore } from '../live/store.ts';
import { liveLog } from '../live/live-log.ts';
import type { Page } from '../pages/page.ts';
import { PAGES } from '../pages/page-table.ts';
import { Link } from '../router/link.tsx';
import { Icon } from '../ui/icon.tsx';
import { Press } from '../ui/press.tsx';
import { chooseTheme, nextTheme, theme } from '../ui/theme.ts';
import { useWaiting } from './use-waiting.ts';

interface NavigationProps {
  readonly path: string;
  readonly onHelp: () => void;
}

/** How many find room in the bar of a phone; the others stand behind the last place of it. */
const BAR_PLACES = 4;

const isAt = (page: Page, path: string): boolean => (page.path === '/' ? path === '/' : path.startsWith(page.path));

const STANDING_WORDS = { connecting: 'Connecting', live: 'Live', lost: 'Connection lost', locked: 'Not let in' } as const;

/** At the side of a screen, at the bottom of a phone. */
export function Navigation({ path, onHelp }: NavigationProps) {
  const standing = useStore(liveLog.standing);
  const shown = useStore(theme);
  const waiting = useWaiting();
  const [isMoreOpen, setMoreOpen] = useState(false);
  const pages = PAGES.filter(({ icon }) => icon !== undefined);
  const link = (page: Page, at: number) => (
    <li key={page.path} className={at >= BAR_PLACES ? 'beyond' : undefined}>
      <Link to={page.path} aria-current={isAt(page, path) ? 'page' : undefined} onClick={() => setMoreOpen(false)}>
        {page.icon !== undefined && <Icon name={page.icon} />}
        <span>{page.title}</span>
        {page.path === '/attention' && waiting > 0 && (
          <span className="badge" aria-label={`${waiting} waiting for you`}>
            {waiting}
          </span>
        )}
      </Link>
    </li>
  );
  return (
    <nav className="navigation" aria-label="Pages">
      <Link to="/" className="brand" aria-label="Keelson, home">
        <img src="/keelson.svg" alt="" width="26" height="26" />
        <span>Keelson</span>
      </Link>
      <ul className={isMoreOpen ? 'is-open' : undefined}>{pages.map(link)}</ul>
      <div className="navigation-foot">
        <span className={`standing ${standing}`} role="status">
          <span className="dot" aria-hidden="true" />
          {STANDING_WORDS[standing]}
        </span>
        <Press look="quiet" onPress={() => chooseTheme(nextTheme(shown))} aria-label={`Colours: ${shown}. Change`} title={`Colours: ${shown}`}>
          <Icon name="theme" />
        </Press>
        <Press look="quiet" onPress={onHelp} aria-label="Show the keys" title="Keys (?)">
          ?
        </Press>
      </div>
      <Press look="quiet" className="more" onPress={() => setMoreOpen(!isMoreOpen)} aria-expanded={isMoreOpen}>
        <Icon name="more" />
        <span>More</span>
      </Press>
    </nav>
  );
}
