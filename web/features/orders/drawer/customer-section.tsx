import type { ReactNode } from 'react'
import type { OrderDetail } from '#contract/orders.ts'
import { DrawerSection } from '#web/shared/drawer-section.tsx'
import { EmailAddress } from '#web/shared/email-address.tsx'
import { Fact } from '#web/shared/fact.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { OrderDialogButton } from '#web/shared/orders/order-dialog-button.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { addressLines } from './address-lines.ts'
import { CustomerDataMenu } from './customer-data-menu.tsx'
import { MessagesLink } from './messages-link.tsx'

export function CustomerSection({ order }: { order: OrderDetail }) {
  return (
    <DrawerSection title="Customer">
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
      Name, address, email and phone number were erased <RelativeTime moment={at} />.
    </p>
  )
}

function CustomerDetails({ order }: { order: OrderDetail }) {
  const { customer, customerName, addressProblems } = order
  return (
    <>
      <div className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <dl className="grid content-start gap-3">
          <Fact label="Name">{customerName ?? 'Guest Customer'}</Fact>
          <Fact label="Email">
            <Copyable label="email address" text={customer?.email}>
              {customer?.email && <EmailAddress email={customer.email} />}
            </Copyable>
          </Fact>
          <Fact label="Phone">
            <Copyable label="phone number" text={customer?.phone}>
              {customer?.phone}
            </Copyable>
          </Fact>
        </dl>
        <dl>
          <Fact label="Ships to">
            <ShippingAddress order={order} />
          </Fact>
        </dl>
      </div>
      {addressProblems.length > 0 && (
        <Alert
          tone="danger"
          title="Amazon can’t deliver to this address"
          action={
            <OrderDialogButton order={order} dialog="editAddress" size="small">
              Edit address
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

function ShippingAddress({ order: { shippingAddress } }: { order: OrderDetail }) {
  if (!shippingAddress) return 'The channel told no address.'
  const lines = addressLines(shippingAddress)
  return (
    <Copyable label="address" text={lines.join('\n')}>
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
      <CopyButton text={text} label={`Copy ${label}`} className="-my-2" />
    </span>
  )
}
