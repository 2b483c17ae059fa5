import { afterEach, expect, it } from 'vitest'
import { asMessage, formatMessage, locale, placesIn, say, setLanguage, t } from './i18n.ts'

afterEach(() => setLanguage('en'))

it('fills values in, and writes numbers as the language does', () => {
  expect(t('Saved')).toBe('Saved')
  expect(t('{name} has {count} SKUs', { name: 'Mug {blue}', count: 1204 })).toBe('Mug {blue} has 1,204 SKUs')
  setLanguage('de')
  expect(locale()).toBe('de-DE')
  expect(t('{count} SKUs', { count: 1204.5 })).toBe('1.204,5 SKUs')
})

it('chooses the plural, an exact number before a form', () => {
  const text = '{count, plural, =0 {Nothing waits} one {# order of {shop} waits} other {# orders of {shop} wait}}'
  const waiting = (count: number) => t(text, { count, shop: 'Harbor' })
  expect(waiting(0)).toBe('Nothing waits')
  expect(waiting(1)).toBe('1 order of Harbor waits')
  expect(waiting(2000)).toBe('2,000 orders of Harbor wait')
})

it('chooses by a word, other words by `other`', () => {
  const text = 'Sent {kind, select, full {in full} other {in part}}.'
  expect(t(text, { kind: 'full' })).toBe('Sent in full.')
  expect(t(text, { kind: 'half' })).toBe('Sent in part.')
})

it('leaves a place without a value for an element, and # alone outside of a plural', () => {
  expect(t('Order #{number}, {when}', { number: '7' })).toBe('Order #7, {when}')
  expect(t('As written: {when}')).toBe('As written: {when}')
})

it('names the places of a message', () => {
  expect(
    placesIn('{shop}: {count, plural, one {order} other {# orders of {name}}} and {kind, select, full {all}}'),
  ).toEqual(['shop', 'count', 'name', 'kind'])
})

it('puts a sentence of the server into a language, with the sentences among its values', () => {
  const german: Record<string, string> = {
    '{count, plural, one {# unit} other {# units}} left: {why}': 'Noch {count} Stück: {why}',
    'It is on hold.': 'Sie ist angehalten.',
  }
  const message = say('{count, plural, one {# unit} other {# units}} left: {why}', {
    count: 1200,
    why: say('It is on hold.'),
  })
  expect(formatMessage(message)).toBe('1,200 units left: It is on hold.')
  expect(formatMessage(message, 'de', (text) => german[text] ?? text)).toBe('Noch 1.200 Stück: Sie ist angehalten.')
})

it('leaves the words of others as they are', () => {
  expect(formatMessage(asMessage('Use {id} here.'))).toBe('Use {id} here.')
  expect(formatMessage(say('Amazon: {answer}', { answer: asMessage('Use {id} here.') }))).toBe('Amazon: Use {id} here.')
})
