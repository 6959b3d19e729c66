import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';

export interface Tab {
  readonly id: string;
  readonly title: string;
  /** How much there is; nothing is said where there is nothing to count. */
  readonly count?: number;
  readonly content: () => ReactNode;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}

/** One of several views at a time. Arrows go from one to the next; only what is shown is drawn. */
export function Tabs({ label, tabs, chosen, onChoose }: TabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const at = Math.max(0, tabs.findIndex((tab) => tab.id === chosen));
  const shown = tabs[at];
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (step === 0 || next === undefined) return;
    event.preventDefault();
    onChoose(next.id);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus();
  };
  return (
    <div className="tabs">
      <div ref={list} role="tablist" aria-label={label} className="tab-list" onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <a key={tab.id} id={`${id}-${tab.id}`} data-tab={tab.id} role="tab" href={`#${tab.id}`} aria-selected={tab.id === shown?.id} aria-controls={`${id}-panel`} tabIndex={tab.id === shown?.id ? 0 : -1} onClick={(event) => (event.preventDefault(), onChoose(tab.id))}>
            {tab.title}
            {tab.count !== undefined && tab.count > 0 && <span className="tab-count number">{tab.count.toLocaleString('en')}</span>}
          </a>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${shown?.id}`} className="tab-panel">
        {shown?.content()}
      </div>
    </div>
  );
}
