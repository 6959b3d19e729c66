import { createRoot } from 'react-dom/client';
import './styles/index.css';
import { liveLog } from './live/live-log.ts';
import { keepShell } from './pwa/register.ts';
import { Shell } from './shell/shell.tsx';
import { startTheme } from './ui/theme.ts';

startTheme();
void keepShell();
void liveLog.run(new AbortController().signal);
const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<Shell />);
