import { afterEach, expect, it, vi } from 'vitest'
import { idFrom, newId } from './ids.ts'

afterEach(() => vi.useRealTimers())

it('makes UUIDs of version 7', () => {
  expect(newId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

it('carries its time, so that ids sort as they were made', () => {
  const made = Date.UTC(2026, 8, 20)
  expect(Number.parseInt(newId(made).replaceAll('-', '').slice(0, 12), 16)).toBe(made)
  expect(newId(made) < newId(made + 1)).toBe(true)
})

it('never makes the same twice', () => {
  expect(new Set(Array.from({ length: 1000 }, () => newId(0))).size).toBe(1000)
})

it('sorts as made within one millisecond, past all it can count there, and when the clock is set back', () => {
  const now = Date.now()
  vi.useFakeTimers({ now, toFake: ['Date'] })
  const ids = Array.from({ length: 10_000 }, () => newId())
  vi.setSystemTime(now - 60_000)
  ids.push(newId())
  expect(ids).toEqual(ids.toSorted())
  expect(new Set(ids).size).toBe(ids.length)
})

it('makes the same of the same words, and another of others', () => {
  expect(idFrom('shop', 'order')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(idFrom('shop', 'order')).toBe(idFrom('shop', 'order'))
  expect(idFrom('shop', 'order')).not.toBe(idFrom('shopo', 'rder'))
})
