import BellRing from 'lucide-react/icons/bell-ring'
import Download from 'lucide-react/icons/download'
import Eraser from 'lucide-react/icons/eraser'
import ShieldUser from 'lucide-react/icons/shield-user'
import { type ReactNode, useRef, useState } from 'react'
import { Link } from 'wouter'
import { t } from '#contract/i18n.ts'
import type { OrderDetail } from '#contract/orders.ts'
import { privacyApi } from '#contract/privacy.ts'
import { allows } from '#contract/roles.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { DownloadLink } from '#web/shared/download-link.tsx'
import { DrawerSection, Fact } from '#web/shared/drawer-section.tsx'
import { EmailAddress } from '#web/shared/people.tsx'
import { countryName } from '#web/shared/orders/country-name.ts'
import { OrderDialogButton } from '#web/shared/orders/order-dialog-button.tsx'
import { customerExportPath, EraseCustomer } from '#web/shared/customer-privacy.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { rich } from '#web/shared/rich.tsx'
import { useUrlDetail } from '#web/shared/url-state.ts'
import { Alert } from '#web/ui/alert.tsx'
import { buttonVariants, Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { DropdownMenu, DropdownMenuItem } from '#web/ui/dropdown-menu.tsx'

export function CustomerSection({ order }: { order: OrderDetail }) {
  return (
    <DrawerSection title={t('Customer')}>
      {order.erasedAt ? <ErasedNotice at={order.erasedAt} /> : <CustomerDetails order={order} />}
      <div className="flex flex-wrap gap-2">
        <MessagesLink orderId={order.id} />
        {order.customer && !order.erasedAt && (
          <CustomerDataMenu customerId={order.customer.id} name={order.customerName} />
        )}
      </div>
    </DrawerSection>
  )
}

function ErasedNotice({ at }: { at: string }) {
  return (
    <p className="text-muted">
      {rich(t('Name, address, email and phone number were erased {when}.'), { when: <RelativeTime moment={at} /> })}
    </p>
  )
}

function CustomerDetails({ order }: { order: OrderDetail }) {
  const { customer, customerName, addressProblems } = order
  return (
    <>
      <div className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <dl className="grid content-start gap-3">
          <Fact label={t('Name')}>
            <CustomerName id={customer?.id} name={customerName ?? t('Guest Customer')} />
          </Fact>
          <Fact label={t('Email')}>
            <Copyable label={t('email address')} text={customer?.email}>
              {customer?.email && <EmailAddress email={customer.email} />}
            </Copyable>
          </Fact>
          <Fact label={t('Phone')}>
            <Copyable label={t('phone number')} text={customer?.phone}>
              {customer?.phone}
            </Copyable>
          </Fact>
        </dl>
        <dl>
          <Fact label={t('Ship to')}>
            <ShippingAddress order={order} />
          </Fact>
        </dl>
      </div>
      {addressProblems.length > 0 && (
        <Alert
          tone="danger"
          title={t('Amazon can’t deliver to this address')}
          action={
            <OrderDialogButton order={order} dialog="editAddress" size="small">
              {t('Edit address')}
            </OrderDialogButton>
          }
        >
          <ul>
            {addressProblems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Alert>
      )}
    </>
  )
}

/** Leads to the customer's page. */
function CustomerName({ id, name }: { id: string | undefined; name: string }) {
  const { open } = useUrlDetail('customer')
  if (!id) return name
  return (
    <Link
      href={`/orders?customer=${id}`}
      className="text-accent underline"
      onClick={(event) => {
        event.preventDefault()
        open(id)
      }}
    >
      {name}
    </Link>
  )
}

function ShippingAddress({ order: { shippingAddress } }: { order: OrderDetail }) {
  if (!shippingAddress) return t('The channel sent no address.')
  const lines = addressLines(shippingAddress)
  return (
    <Copyable label={t('address')} text={lines.join('\n')}>
      {lines.map((line, position) => (
        <span key={position} className="block">
          {line}
        </span>
      ))}
    </Copyable>
  )
}

type CopyableProps = { label: string; text: string | null | undefined; children: ReactNode }

function Copyable({ label, text, children }: CopyableProps) {
  if (!text) return '—'
  return (
    <span className="flex items-start gap-1">
      <span className="min-w-0">{children}</span>
      <CopyButton text={text} label={t('Copy {label}', { label })} className="-my-2" />
    </span>
  )
}

type Address = NonNullable<OrderDetail['shippingAddress']>

/** The address as on a shipping label; empty fields are left out. */
export function addressLines({ recipientName, line1, line2, city, state, postalCode, country }: Address): string[] {
  const region = [state, postalCode].filter(Boolean).join(' ')
  const place = [city, region].filter(Boolean).join(', ')
  return [recipientName, line1, line2, place, country && (countryName(country) ?? country)].filter(
    (line): line is string => Boolean(line),
  )
}

/** Leads to the notifications that were sent about the order. */
function MessagesLink({ orderId }: { orderId: string }) {
  return (
    <Link href={`/notifications?order=${orderId}`} className={buttonVariants({ size: 'small' })}>
      <BellRing aria-hidden />
      {t('Messages')}
    </Link>
  )
}

type CustomerDataMenuProps = { customerId: string; name: string | null }

/** Data-subject requests (access and erasure) of the order's customer. */
export function CustomerDataMenu({ customerId, name }: CustomerDataMenuProps) {
  const { role } = useCurrentUser()
  const [isConfirming, setIsConfirming] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)

  /** Focuses the trigger first: a closing dialog returns focus to it, and the menu item no longer exists then. */
  function confirmErasure() {
    trigger.current?.focus()
    setIsConfirming(true)
  }

  if (!allows(privacyApi.erase.access, role)) return null
  return (
    <>
      <DropdownMenu
        trigger={
          <Button ref={trigger} size="small">
            <ShieldUser aria-hidden />
            {t('Customer data')}
          </Button>
        }
      >
        <DropdownMenuItem asChild>
          <DownloadLink endpoint={privacyApi.export} href={customerExportPath(customerId)}>
            <Download aria-hidden />
            {t('Export customer data')}
          </DownloadLink>
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={confirmErasure}>
          <Eraser aria-hidden />
          {t('Erase customer data…')}
        </DropdownMenuItem>
      </DropdownMenu>
      {isConfirming && (
        <EraseCustomer
          customerId={customerId}
          name={name}
          orders={t('the customer’s orders')}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </>
  )
}
