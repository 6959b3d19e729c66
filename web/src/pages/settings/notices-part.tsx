import { useState } from 'react';
import { askForNotices, noticeStanding } from '../../pwa/notices.ts';
import { Press } from '../../ui/press.tsx';

const SAYS = {
  impossible: 'This browser shows no notices here.',
  not_asked: 'When something waits for you and this page is not in sight, the browser can tell you.',
  refused: 'You or this browser said no to notices. That is changed in the settings of the browser.',
  granted: 'When something waits for you and this page is not in sight, the browser tells you.',
} as const;

/** Notices of this browser; nobody is asked unless they press. */
export function NoticesPart() {
  const [standing, setStanding] = useState(noticeStanding);
  return (
    <section className="card" aria-labelledby="notices-title">
      <h2 id="notices-title">Notices in this browser</h2>
      <p role="status">{SAYS[standing]}</p>
      {standing === 'not_asked' && <Press onPress={() => void askForNotices().then(setStanding)}>Tell me when something waits</Press>}
    </section>
  );
}
