import type { ReactNode } from 'react'
import { t } from '#contract/i18n.ts'
import { allShortcuts, ShortcutList } from '#web/shared/keyboard-shortcuts.tsx'
import { terms } from '#web/shared/terms.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

const steps = [
  {
    title: t('Stock levels come from Amazon'),
    text: t(
      'Lockstep reads your Amazon stock on your schedule or on demand. For stock you keep yourself, use Sheet View or upload a file.',
    ),
  },
  {
    title: t('Shops get your stock levels'),
    text: t(
      'Every stock change reaches all channels within seconds. Units for a new order are reserved immediately, so no other shop can sell them.',
    ),
  },
  {
    title: t('Orders come in from your shops'),
    text: t(
      'Each order is checked: known SKUs, a deliverable address, enough stock, paid and not on hold. If an order fails a check, it’s flagged with a way to fix it.',
    ),
  },
  {
    title: t('Amazon ships them'),
    text: t(
      'Send orders yourself, or let Lockstep send them after a delay you choose. You see Amazon’s fee and dates first.',
    ),
  },
  {
    title: t('The shop and the customer are notified'),
    text: t(
      'Tracking goes back to the shop, and the customer gets an email or text in your words and under your name.',
    ),
  },
] as const

const safeguards = [
  t('An order is never sent twice, even if Amazon or a shop doesn’t respond or the server goes down partway through.'),
  t(
    'Risky values, such as a price cut of more than 40%, are flagged before they’re saved. Bulk changes can be undone.',
  ),
  t('Customer data is encrypted, masked for the Read Only role and deleted after the period you set.'),
  t('Every change is in the audit log: who, what, when, before and after.'),
] as const

/** How the product works, on one page. */
export function HelpPage() {
  return (
    <div className="grid gap-6">
      <PageHeader
        title={t('How Lockstep Works')}
        subtitle={t('From stock at Amazon to a package at the customer’s door')}
      />
      <Section id="flow" title={t('What happens automatically')}>
        <ol className="grid gap-4">
          {steps.map(({ title, text }, index) => (
            <li key={title} className="grid grid-cols-[auto_1fr] gap-x-4">
              <span
                aria-hidden
                className="grid size-8 place-items-center rounded-full bg-accent-soft font-semibold text-accent"
              >
                {index + 1}
              </span>
              <div>
                <p className="font-medium">{title}</p>
                <p className="text-muted">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </Section>
      <Section id="words" title={t('Terms')}>
        <dl className="grid gap-4 md:grid-cols-2">
          {Object.values(terms).map(({ name, meaning }) => (
            <div key={name}>
              <dt className="font-medium">{name}</dt>
              <dd className="text-muted">{meaning}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section id="safeguards" title={t('What you can rely on')}>
        <ul className="grid list-disc gap-2 pl-5">
          {safeguards.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </Section>
      <Section id="keys" title={t('Keyboard shortcuts')}>
        <div className="grid gap-6 lg:grid-cols-2">
          {allShortcuts.map(({ where, keys }) => (
            <section key={where} aria-label={where} className="grid content-start gap-2">
              <h3 className="border-b pb-1 text-sm font-semibold text-muted">{where}</h3>
              <ShortcutList shortcuts={keys} />
            </section>
          ))}
        </div>
      </Section>
    </div>
  )
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <Card aria-labelledby={id}>
      <CardHeader id={id} title={title} />
      <CardBody>{children}</CardBody>
    </Card>
  )
}
