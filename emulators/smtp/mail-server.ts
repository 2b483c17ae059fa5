import type { Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import type { FaultKind, SmtpEmulator } from './emulator.ts'
import { storeMail } from './mail.ts'

const largestMail = 10_485_760

export type MailServer = {
  server: SMTPServer['server']
  /** Closes all connections. */
  cut(): void
}

/** An SMTP server that injects faults. */
export function createMailServer(emulator: SmtpEmulator): MailServer {
  const { faults, login } = emulator
  const sockets = new Map<number, Socket>()
  const hangUp = ({ remotePort }: SMTPServerSession) => void sockets.get(remotePort)?.destroy()
  const smtp = new SMTPServer({
    name: 'mail.lockstep.test',
    logger: false,
    size: largestMail,
    disableReverseLookup: true,
    // No TLS: there is no trusted certificate, and the server listens on this machine only.
    disabledCommands: login ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    allowInsecureAuth: true,
    authOptional: !login,
    onConnect(session, answer) {
      const fault = faults.take('connect')
      if (fault === 'drop') return hangUp(session)
      if (fault === 'busy') return answer(smtpReply(421, '4.3.2 Too busy, come back later'))
      answer(fault ? smtpReply(554, '5.3.2 No service for your address') : null)
    },
    onAuth({ username, password }, _session, answer) {
      const isRight = username === login?.user && password === login?.password
      if (faults.take('login') || !isRight) return answer(smtpReply(535, '5.7.8 Authentication credentials invalid'))
      answer(null, { user: username })
    },
    onMailFrom({ address }, _session, answer) {
      answer(faults.take('sender') ? smtpReply(550, `5.7.1 <${address}>: Sender address rejected`) : null)
    },
    onRcptTo({ address }, _session, answer) {
      const fault = faults.take('recipient')
      if (fault === 'greylist') return answer(smtpReply(451, `4.7.1 <${address}>: Greylisted, try again later`))
      answer(fault ? smtpReply(550, `5.1.1 <${address}>: Recipient address rejected: User unknown`) : null)
    },
    onData(stream, session, answer) {
      receiveMessage(emulator, stream, session, { answer, hangUp: () => hangUp(session) }).catch(answer)
    },
  })
  // A client that disconnects is no error.
  smtp.on('error', () => {})
  smtp.server.on('connection', (socket: Socket) => {
    const { remotePort = 0 } = socket
    sockets.set(remotePort, socket)
    socket.once('close', () => sockets.delete(remotePort))
  })
  return { server: smtp.server, cut: () => sockets.forEach((socket) => socket.destroy()) }
}

type Replies = { answer(problem?: Error | null, text?: string): void; hangUp(): void }

const tooBig = [552, '5.3.4 Message size exceeds fixed limit'] as const

const refusals: Partial<Record<FaultKind, readonly [number, string]>> = {
  'refuse-message': [554, '5.7.1 Message rejected as unsolicited'],
  'try-later': [452, '4.3.1 Insufficient storage, try again later'],
  'too-big': tooBig,
}

/** Handles DATA: accepts or refuses the mail, or leaves it without an answer. */
async function receiveMessage(
  { state, keep, faults, scheduleSave }: SmtpEmulator,
  stream: SMTPServerDataStream,
  { envelope }: SMTPServerSession,
  { answer, hangUp }: Replies,
): Promise<void> {
  if (faults.take('data')) return hangUp()
  const bytes = await buffer(stream)
  const fault = faults.take('message')
  const refusal = stream.sizeExceeded ? tooBig : fault && refusals[fault]
  if (refusal) return answer(smtpReply(...refusal))
  if (fault === 'hang') return
  if (fault === 'close-after-data') return hangUp()
  await storeMail(state, keep, {
    envelopeFrom: envelope.mailFrom ? envelope.mailFrom.address : '',
    recipients: envelope.rcptTo.map(({ address }) => address),
    bytes,
    at: new Date(),
  })
  scheduleSave()
  if (fault === 'close-after-accepting') return hangUp()
  answer(null, `2.0.0 Ok: queued as ${state.lastId}`)
}

/** An SMTP error; smtp-server reads `responseCode`. */
const smtpReply = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode })
