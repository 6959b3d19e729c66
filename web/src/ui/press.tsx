import type { ButtonHTMLAttributes } from 'react';

export interface PressProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> {
  readonly onPress: () => void;
  readonly look?: 'plain' | 'quiet' | 'chip';
}

/** A button that changes only what this page shows. Whatever changes more is an `Act`. */
export function Press({ onPress, look = 'plain', className = '', ...more }: PressProps) {
  return <button {...more} type="button" className={`button ${look} ${className}`} onClick={onPress} />;
}
