import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { ThemeSwitch, themeCookie, writeTheme } from './theme.tsx'

afterEach(() => writeTheme('system'))

test('follows the system until a theme is chosen', () => {
  render(<ThemeSwitch />)
  expect(screen.getByRole('radio', { name: 'System' })).toBeChecked()
})

test('keeps the chosen theme in the page and in the cookie', async () => {
  render(<ThemeSwitch />)
  await userEvent.click(screen.getByRole('radio', { name: 'Dark' }))
  expect(document.documentElement).toHaveAttribute('data-theme', 'dark')
  expect(document.cookie).toContain('lockstep_theme=dark')
})

test('binds the cookie to its host and to HTTPS where there is HTTPS', () => {
  const attributes = (protocol: string) => themeCookie('dark', protocol).split('; ')
  expect(attributes('https:')).toEqual(expect.arrayContaining(['__Host-lockstep_theme=dark', 'path=/', 'secure']))
  expect(attributes('http:')).not.toContain('secure')
})

test('deletes the cookie when the system theme is chosen again', async () => {
  writeTheme('light')
  render(<ThemeSwitch />)
  await userEvent.click(screen.getByRole('radio', { name: 'System' }))
  expect(document.cookie).not.toContain('lockstep_theme')
})
