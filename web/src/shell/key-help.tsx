import { useEffect, useRef } from 'react';
import { Press } from '../ui/press.tsx';
import { useBoundKeys } from '../ui/use-keys.ts';

/** What keys do on the page that is shown. */
export function KeyHelp({ onClose }: { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const keys = useBoundKeys();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="key-help" onClose={onClose} aria-labelledby="key-help-title">
      <h2 id="key-help-title">Keys</h2>
      <dl>
        {keys.map(({ keys: pressed, says }) => (
          <div key={`${pressed} ${says}`}>
            <dt>
              {pressed.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{says}</dd>
          </div>
        ))}
      </dl>
      <Press onPress={() => dialog.current?.close()}>Close</Press>
    </dialog>
  );
}
