import { expect, onTestFinished as whenDone, test } from 'vitest'
import { faultKinds, type FaultKind } from '#emulators/smtp/emulator.ts'
import { readMail } from '#emulators/smtp/mail.ts'
import { startSmtp, type SmtpOptions } from '#emulators/smtp/start-smtp.ts'
import { summarize } from '#emulators/accepted-counts.ts'
import { Rejected, Unavailable } from '#server/ports/failure.ts'
import type { ConfirmedAddress, Mail } from '#server/ports/mail.ts'
import { createSmtpMail } from './mail.ts'

const from = 'Lockstep <mail@lockstep.test>'
const shipped: Mail = {
  sender: { name: null, address: null },
  replyTo: null,
  to: ['ada@customer.example'],
  subject: 'Your order LS-10001 is on its way',
  text: 'It left this morning.\n.\nTrack it: https://ups.example/1Z1',
  html: '<!doctype html><html><head></head><body><p>It left this morning — 🎉</p></body></html>',
  unsubscribeUrl: null,
}

/** An address that the company has proven to be its own. */
const confirmed = (address: string) => address as ConfirmedAddress

type WhenDone = (work: () => void | Promise<void>) => void

async function openMail(options: SmtpOptions = {}, silenceLimit?: number, onTestFinished: WhenDone = whenDone) {
  const smtp = await startSmtp(options)
  const mail = createSmtpMail({
    url: smtp.url,
    from,
    requiresStartTls: false,
    ...(silenceLimit ? { silenceLimit } : {}),
  })
  onTestFinished(async () => {
    mail.close()
    await smtp.stop()
  })
  const newest = async () => {
    const last = smtp.state.mails.at(-1)
    if (!last) throw new Error('No mail came.')
    return readMail(smtp.state, last)
  }
  return { smtp, mail, newest }
}

test('a mail has both parts and the product’s address as sender', async () => {
  const { mail, newest } = await openMail()
  const { externalId } = await mail.send(shipped)
  const read = await newest()
  expect(read).toMatchObject({
    from,
    to: 'ada@customer.example',
    subject: shipped.subject,
    sender: null,
    replyTo: null,
  })
  expect(read.text.replaceAll('\r', '').trim()).toBe(shipped.text)
  expect(read.html).toContain('🎉')
  expect(read.messageId).toBe(externalId)
  expect(externalId).toMatch(/^<[0-9a-f-]{36}@lockstep\.test>$/)
  const names = read.headers.map(({ name }) => name)
  expect(names).toContain('Auto-Submitted')
  expect(names).not.toContain('List-Unsubscribe')
})

test('a company sends under its own address, and bounces still come to us', async () => {
  const { mail, newest } = await openMail()
  await mail.send({
    ...shipped,
    sender: { name: 'Café Nørd, "Goods"', address: confirmed('hello@cafe.example') },
    replyTo: 'help@cafe.example',
  })
  expect(await newest()).toMatchObject({
    from: 'Café Nørd, "Goods" <hello@cafe.example>',
    sender: from,
    replyTo: 'help@cafe.example',
    envelopeFrom: 'mail@lockstep.test',
  })
})

test('a sender with only a name keeps the product’s address', async () => {
  const { mail, newest } = await openMail()
  await mail.send({ ...shipped, sender: { name: 'Café Nørd', address: null } })
  expect(await newest()).toMatchObject({ from: 'Café Nørd <mail@lockstep.test>', sender: null })
})

test('a mail goes to several recipients with its files and names the refused ones', async () => {
  const { smtp, mail, newest } = await openMail()
  const to = ['Ada@Customer.example', 'bo@customer.example', 'cy@customer.example']
  const content = Buffer.from([0, 1, 2, 254, 255])
  smtp.faults.add({ kind: 'refuse-recipient' })
  const { refused } = await mail.send({
    ...shipped,
    to,
    attachments: [{ fileName: 'Umsätze.xlsx', contentType: 'application/octet-stream', content }],
  })
  expect(refused).toEqual([{ address: to[0], answer: '550 5.1.1' }])
  const read = await newest()
  expect(read.recipients).toEqual(to.slice(1))
  expect(read.to).toBe('Ada@customer.example, bo@customer.example, cy@customer.example')
  expect(read.attachments).toEqual([
    {
      fileName: 'Umsätze.xlsx',
      contentType: 'application/octet-stream',
      contentId: null,
      base64: content.toString('base64'),
    },
  ])
})

test('a mail shows the picture that is attached to it', async () => {
  const { smtp, mail, newest } = await openMail()
  const content = Buffer.from([0x89, 0x50, 0x4e, 0x47])
  await mail.send({
    ...shipped,
    html: '<p><img src="cid:logo" alt=""></p>',
    attachments: [{ fileName: 'logo.png', contentType: 'image/png', contentId: 'logo', content }],
  })
  const { id, attachments } = await newest()
  expect(attachments).toMatchObject([{ contentType: 'image/png', contentId: 'logo' }])
  const page = await (await fetch(`${smtp.inboxUrl}/mails/${id}/html`)).text()
  expect(page).toContain(`<img src="data:image/png;base64,${content.toString('base64')}" alt="">`)
})

test('a mail that was refused for all recipients is Rejected', async () => {
  const { smtp, mail } = await openMail()
  const to = ['ada@customer.example', 'bo@customer.example']
  smtp.faults.add({ kind: 'refuse-recipient' })
  smtp.faults.add({ kind: 'greylist' })
  await expect(mail.send({ ...shipped, to })).rejects.toMatchObject({ name: 'Unavailable', mayHaveHappened: false })
  smtp.faults.add({ kind: 'refuse-recipient', next: 2 })
  await expect(mail.send({ ...shipped, to })).rejects.toMatchObject({ code: 'recipient_refused' })
  expect(smtp.state.mails).toEqual([])
})

test('a mail carries the one-click unsubscribe headers', async () => {
  const { mail, newest } = await openMail()
  const url = `https://lockstep.example/api/unsubscribe/${'a1B2'.repeat(60)}`
  await mail.send({ ...shipped, unsubscribeUrl: url })
  const { headers } = await newest()
  expect(headers).toContainEqual({ name: 'List-Unsubscribe', value: `<${url}>` })
  expect(headers).toContainEqual({ name: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' })
})

const injected = '\r\nBcc: eve@evil.example\r\n\r\nHello'

test('no text of a mail becomes a header or another recipient', async () => {
  const { mail, newest } = await openMail()
  await mail.send({
    ...shipped,
    subject: `Hi${injected}`,
    sender: { name: `Acme${injected}`, address: confirmed('acme@acme.example') },
    unsubscribeUrl: `https://lockstep.example/${injected}`,
  })
  const read = await newest()
  expect(read.recipients).toEqual(shipped.to)
  expect(read.headers.map(({ name }) => name.toLowerCase())).not.toContain('bcc')
  expect(read.text.trim()).toContain('It left this morning.')
})

test.each([
  `ada@customer.example${injected}`,
  'ada@customer.example, eve@evil.example',
  'ada@customer.example> RCPT TO:<eve@evil.example',
  'nobody',
  '',
])('the address %j is refused without repeating it', async (to) => {
  const { smtp, mail } = await openMail()
  const sender = { name: null, address: confirmed(to) }
  for (const mistake of [{ to: [to] }, { to: [...shipped.to, to] }, { sender }, ...(to ? [{ replyTo: to }] : [])]) {
    await expect(mail.send({ ...shipped, ...mistake })).rejects.toMatchObject({
      code: 'bad_address',
      message: 'Email can’t be sent to this address.',
    })
  }
  expect(smtp.state.mails).toEqual([])
})

type Expected = { failure: typeof Unavailable | typeof Rejected; says: RegExp; code?: string; mayHaveHappened?: true }

const expected: Record<Exclude<FaultKind, 'refuse-login'>, Expected> = {
  busy: { failure: Unavailable, says: /try again later \(421/ },
  drop: { failure: Unavailable, says: /can’t be reached/ },
  'turn-away': { failure: Unavailable, says: /refused Lockstep \(554 5\.3\.2\)/ },
  'refuse-sender': { failure: Unavailable, says: /send from its address \(550 5\.7\.1\)/ },
  'refuse-recipient': { failure: Rejected, code: 'recipient_refused', says: /for this address \(550 5\.1\.1\)/ },
  greylist: { failure: Unavailable, says: /try again later \(451 4\.7\.1\)/ },
  'refuse-message': { failure: Rejected, code: 'message_refused', says: /refused this email \(554 5\.7\.1\)/ },
  'try-later': { failure: Unavailable, says: /try again later \(452 4\.3\.1\)/ },
  'too-big': { failure: Rejected, code: 'too_big', says: /larger than/ },
  hang: { failure: Unavailable, mayHaveHappened: true, says: /didn’t respond \(ETIMEDOUT\)/ },
  'close-amid-data': { failure: Unavailable, says: /can’t be reached/ },
  'close-after-data': { failure: Unavailable, mayHaveHappened: true, says: /didn’t respond/ },
  'close-after-accepting': { failure: Unavailable, mayHaveHappened: true, says: /didn’t respond/ },
}

/** Larger than all buffers on the way, so that the end of the mail is not sent before the server reads on. */
const long = { ...shipped, text: 'A line of a long mail.\n'.repeat(350_000) }

test.concurrent.for(faultKinds.filter((kind) => kind !== 'refuse-login'))(
  'understands %s, and sends the next one',
  async (kind, { expect, onTestFinished }) => {
    // Milliseconds; long enough for a busy machine to send the next mail.
    const { smtp, mail } = await openMail({}, kind === 'hang' ? 1500 : undefined, onTestFinished)
    const { failure, says, code, mayHaveHappened = false } = expected[kind]
    smtp.faults.add({ kind })
    const error: unknown = await mail
      .send(kind === 'close-amid-data' ? long : shipped)
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(failure)
    expect(String(error)).toMatch(says)
    expect(error).toMatchObject(failure === Rejected ? { code } : { mayHaveHappened })
    expect(JSON.stringify([error, String(error)])).not.toContain('@')
    expect(smtp.state.mails).toHaveLength(kind === 'close-after-accepting' ? 1 : 0)
    await mail.send({ ...shipped, subject: 'The next one' })
    expect(smtp.state.mails.at(-1)?.subject).toBe('The next one')
  },
)

test('an unreachable server is Unavailable', async () => {
  const { smtp, mail } = await openMail()
  await smtp.stop()
  await expect(mail.send(shipped)).rejects.toMatchObject({ name: 'Unavailable', mayHaveHappened: false })
})

test('a login is used, and a refused one says who can help', async () => {
  const { smtp, mail } = await openMail({ login: { user: 'lockstep', password: 'a #secret of the relay' } })
  await mail.send(shipped)
  expect(smtp.state.mails).toHaveLength(1)
  const stranger = createSmtpMail({ url: smtp.url.replace('secret', 'guess'), from, requiresStartTls: false })
  whenDone(() => stranger.close())
  await expect(stranger.send(shipped)).rejects.toThrow(
    new Unavailable('The email server refused Lockstep’s sign-in: your Lockstep provider needs to correct SMTP_URL.'),
  )
})

test('nothing is sent to a server without STARTTLS where it is required', async () => {
  const { smtp } = await openMail({ login: { user: 'lockstep', password: 'a secret of the relay' } })
  const mail = createSmtpMail({ url: smtp.url, from, requiresStartTls: true })
  whenDone(() => mail.close())
  await expect(mail.send(shipped)).rejects.toThrow(
    new Unavailable(
      'The email server offers no valid TLS, so Lockstep sends nothing: your Lockstep provider needs to correct SMTP_URL.',
    ),
  )
  expect(smtp.state.mails).toEqual([])
})

test('many mails are sent over a few connections, each once', async () => {
  const { smtp, mail } = await openMail()
  await Promise.all(Array.from({ length: 60 }, (_, index) => mail.send({ ...shipped, subject: `Mail ${index}` })))
  expect(summarize(smtp.state.tally)).toEqual({ accepted: 60, distinct: 60, repeated: 0 })
})
