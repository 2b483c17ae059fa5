import { expect, it } from 'vitest'
import { measureSms } from './measure-sms.ts'

it.each([
  ['nothing', '', 0],
  ['what just fits', 'a'.repeat(160), 1],
  ['one more', 'a'.repeat(161), 2],
  ['two full parts', 'a'.repeat(306), 2],
  ['one more than two parts', 'a'.repeat(307), 3],
  ['characters that count twice', '€'.repeat(80), 1],
  ['one of them too many', `${'€'.repeat(80)}a`, 2],
  ['one of them on the edge of a part, which is not split', `${'a'.repeat(152)}€${'a'.repeat(152)}`, 3],
  ['what only Unicode has', 'ж'.repeat(70), 1],
  ['one more of those', 'ж'.repeat(71), 2],
  ['an emoji, which counts twice', '😀'.repeat(36), 2],
])('counts the messages of %s', (_what, text, messages) => {
  expect(measureSms(text).messages).toBe(messages)
})

it('lists each character that forces shorter messages once', () => {
  expect(measureSms('don’t “don’t” é')).toMatchObject({ characters: 15, unusual: ['’', '“', '”'] })
})
