import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import type { RawDelivery } from '#server/ports/channel.ts'
import { verifyStandard } from '../webhook-signatures.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const other = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
const raw = 'a secret that somebody typed'
const sentAt = new Date('2026-09-20T10:15:00Z')
const id = 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W'
const text = '{"type":"order.created","data":{"externalOrderId":"1042","customer":{"firstName":"Ána"}}}'

const signedWith = (key: string, at = sentAt) =>
  key.startsWith('whsec_')
    ? new Webhook(key).sign(id, at, text)
    : new Webhook(key, { format: 'raw' }).sign(id, at, text)

type Change = { signature?: string; timestamp?: string; body?: string; receivedAt?: Date; headers?: object }

function delivery(change: Change = {}): RawDelivery {
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': change.timestamp ?? String(sentAt.getTime() / 1000),
    'webhook-signature': change.signature ?? signedWith(secret),
    ...change.headers,
  }
  return { headers, body: Buffer.from(change.body ?? text), receivedAt: change.receivedAt ?? sentAt }
}

const isGenuine = (change: Change, ...secrets: string[]) => verifyStandard(delivery(change), { secrets }).isGenuine
const secondsLater = (seconds: number) => new Date(sentAt.getTime() + seconds * 1000)

describe('a delivery signed by the public package', () => {
  it('is genuine and identified by its id', () => {
    const signature = signedWith(secret)
    expect(verifyStandard(delivery({ signature }), { secrets: [secret] })).toEqual({
      isGenuine: true,
      deliveryId: id,
      signature,
    })
  })

  it.each([
    ['with a secret that is its raw bytes', { signature: signedWith(raw) }, [raw]],
    ['with the secret before the present one', { signature: signedWith(other) }, [secret, other]],
    ['with two secrets at once', { signature: `${signedWith(other)} ${signedWith(secret)}` }, [secret]],
    ['beside a signature of another version', { signature: `v1a,abc ${signedWith(secret)}` }, [secret]],
    ['five minutes ago', { receivedAt: secondsLater(300) }, [secret]],
    ['by a clock five minutes ahead', { receivedAt: secondsLater(-300) }, [secret]],
  ])('is genuine %s', (_, change: Change, secrets) => {
    expect(isGenuine(change, ...secrets)).toBe(true)
  })

  it.each([
    ['its body was altered', { body: text.replace('1042', '1043') }, [secret]],
    ['a space was added to its body', { body: `${text} ` }, [secret]],
    ['its id was altered', { headers: { 'webhook-id': 'msg_another' } }, [secret]],
    ['its timestamp was altered', { timestamp: String(sentAt.getTime() / 1000 + 1) }, [secret]],
    ['the secret is another channel’s', {}, [other]],
    ['the channel has no secret', {}, []],
    ['the secret’s text was taken for the key', { signature: signedWith(secret) }, [secret.slice(6)]],
    ['the signature has no version', { signature: signedWith(secret).slice(3) }, [secret]],
    ['the signature has another version', { signature: signedWith(secret).replace('v1', 'v2') }, [secret]],
    ['the signature was cut', { signature: signedWith(secret).slice(0, -1) }, [secret]],
    ['it is older than five minutes', { receivedAt: secondsLater(301) }, [secret]],
    ['it is dated more than five minutes ahead', { receivedAt: secondsLater(-301) }, [secret]],
    ['its id is missing', { headers: { 'webhook-id': undefined } }, [secret]],
    ['its timestamp is missing', { headers: { 'webhook-timestamp': undefined } }, [secret]],
    ['its signature is empty', { signature: '' }, [secret]],
  ])('is refused when %s', (_, change: Change, secrets) => {
    expect(isGenuine(change, ...secrets)).toBe(false)
  })

  it('reveals a wrong time only with a valid signature', () => {
    const old = { receivedAt: secondsLater(3600) }
    expect(verifyStandard(delivery(old), { secrets: [secret] })).toMatchObject({
      reason: expect.stringContaining('webhook-timestamp is more than'),
    })
    expect(verifyStandard(delivery(old), { secrets: [other] })).toMatchObject({
      reason: expect.stringContaining('Wrong signature'),
    })
  })

  it.each(['soon', '1e9', '-5', '0x6508', ' 1789899300'])(
    'is refused with the timestamp %j, even with a valid signature',
    (timestamp) => {
      const mac = createHmac('sha256', Buffer.from(secret.slice(6), 'base64')).update(`${id}.${timestamp}.${text}`)
      const signed = delivery({ timestamp, signature: `v1,${mac.digest('base64')}` })
      expect(verifyStandard(signed, { secrets: [secret] })).toMatchObject({
        isGenuine: false,
        reason: expect.stringContaining('webhook-timestamp is more than'),
      })
    },
  )
})
