import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { parseReply } from './sms.ts'

const token = '12345'
const url = 'https://example.com/myapp.php?foo=1&bar=2'
const form = {
  CallSid: 'CA1234567890ABCDE',
  Caller: '+14158675310',
  Digits: '1234',
  From: '+14158675310',
  To: '+18005551212',
}
/** URL, token and parameters of the example in Twilio's documentation. */
const signature = 'L/OH5YylLD5NRKLltdqwSvS0BnU='

const sign = (said: string, key = token) => createHmac('sha1', key).update(said).digest('base64')
const answer = (more: Record<string, string>) => {
  const said = { From: '+12065550147', ...more }
  const parameters = Object.entries(said).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return parseReply(token, { url, signature: sign(url + parameters.flat().join('')), form: said })
}

test('Twilio’s own example has a valid signature', () => {
  expect(parseReply(token, { url, signature, form })).toEqual({ from: '+14158675310', keyword: 'other' })
})

test.each([
  ['no signature', { signature: undefined }],
  ['an empty signature', { signature: '' }],
  ['a short signature', { signature: signature.slice(0, 8) }],
  ['another token', { signature: sign('anything', 'another') }],
  ['another address', { url: `${url}#` }],
  ['another word', { form: { ...form, Digits: '1235' } }],
  ['one parameter more', { form: { ...form, Zebra: 'x' } }],
])('a reply is not genuine with %s', (_, mistake) => {
  expect(parseReply(token, { url, signature, form, ...mistake })).toBeNull()
})

test('a call without a number is no reply', () => {
  const said = { Body: 'STOP' }
  expect(parseReply(token, { url, signature: sign(`${url}BodySTOP`), form: said })).toBeNull()
})

test.each([
  ['STOP', 'stop'],
  [' stop ', 'stop'],
  ['StopAll', 'stop'],
  ['unsubscribe', 'stop'],
  ['CANCEL', 'stop'],
  ['end', 'stop'],
  ['Quit', 'stop'],
  ['REVOKE', 'stop'],
  ['optout', 'stop'],
  ['START', 'start'],
  ['yes', 'start'],
  ['unstop', 'start'],
  ['Please stop by', 'other'],
  ['HELP', 'other'],
  ['', 'other'],
])('the reply “%s” means %s', (Body, keyword) => {
  expect(answer({ Body })).toEqual({ from: '+12065550147', keyword })
})

test.each([
  ['Arrêt', 'STOP', 'stop'],
  ['Bonjour', 'START', 'start'],
  ['STOP', 'HELP', 'other'],
])('the reply “%s” means what Twilio made of it: %s', (Body, OptOutType, keyword) => {
  expect(answer({ Body, OptOutType })).toMatchObject({ keyword })
})
