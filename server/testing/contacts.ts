import { hashRecipient } from '#server/features/notifications/recipients.ts'
import { sendPhoneCode } from '#server/features/notifications/senders/confirm-phone.ts'
import { companyContext, type Deps, noOrigin } from '#server/platform/context.ts'
import { contactConfirmations, senderAddresses } from '#server/platform/db/schema/senders.ts'
import type { SmsService } from '#server/ports/sms.ts'
import { changeSettings } from './stock.ts'

type Keeper = Pick<Deps, 'db' | 'vault' | 'clock'>

/** The number counts as confirmed by its code. */
export async function confirmAlertPhone({ db, vault, clock }: Keeper, companyId: string, number: string) {
  const row = { kind: 'alert_phone', target: hashRecipient(vault, number), confirmedAt: clock.now() } as const
  await db.inCompany(companyId, (tx) =>
    tx
      .insert(contactConfirmations)
      .values({ companyId, ...row })
      .onConflictDoUpdate({ target: [contactConfirmations.companyId, contactConfirmations.kind], set: row }),
  )
}

/** The company's sender address, set and confirmed by its link. */
export async function confirmMailSender(
  { db, clock }: Pick<Keeper, 'db' | 'clock'>,
  companyId: string,
  address: string,
) {
  await changeSettings(db, companyId, { mailSender: address })
  const target = address.toLowerCase()
  await db.inCompany(companyId, async (tx) => {
    await tx.insert(contactConfirmations).values({ companyId, kind: 'mail_sender', target, confirmedAt: clock.now() })
    await tx.insert(senderAddresses).values({ companyId, address: target })
  })
}

/** Sets the alert phone and returns a code that confirms it. */
export async function buildPhoneCode(deps: Deps, companyId: string, number: string): Promise<string> {
  await changeSettings(deps.db, companyId, { alertPhone: number })
  await deps.db.inCompany(companyId, (tx) => tx.delete(contactConfirmations))
  const texts: string[] = []
  const sms: SmsService = {
    from: '+12065550000',
    send: async ({ text }) => ({ externalId: `SM${texts.push(text)}` }),
    findSent: async () => null,
    readAnswer: () => null,
  }
  const caller = { actor: { type: 'system', name: 'Test' }, origin: noOrigin } as const
  await sendPhoneCode(companyContext({ ...deps, ports: { ...deps.ports, sms } }, caller, companyId))
  return texts[0]?.slice(0, 6) ?? ''
}
