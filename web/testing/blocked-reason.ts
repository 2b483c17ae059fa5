import { screen } from '@testing-library/react'

/** What a button that can't be pressed says about it; null while it can be. */
export function blockedReason(name: string): string | null {
  const button = screen.getByRole('button', { name })
  button.focus()
  return button.getAttribute('aria-disabled') ? screen.getByRole('tooltip').textContent : null
}
