import { BudgetPart } from './budget-part.tsx';
import { CalibrationPart } from './calibration-part.tsx';
import { DoctorPart } from './doctor-part.tsx';
import { KeysPart } from './keys-part.tsx';
import { NoticesPart } from './notices-part.tsx';
import { PreferencesPart } from './preferences-part.tsx';
import { SchedulesPart } from './schedules-part.tsx';

/** How this machine stands, what may be spent, what is done by itself, and what is kept to. */
export default function SettingsPage() {
  return (
    <div className="page">
      <header className="page-head">
        <h1>Settings</h1>
      </header>
      <DoctorPart />
      <BudgetPart />
      <SchedulesPart />
      <KeysPart />
      <PreferencesPart />
      <CalibrationPart />
      <NoticesPart />
    </div>
  );
}
