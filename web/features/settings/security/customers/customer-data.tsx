import { type SubmitEvent, Suspense, useState } from 'react'
import { lazyPart } from '#web/shared/lazy-part.tsx'
import { LoadError } from '#web/shared/query-content.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { Spinner } from '#web/ui/loading.tsx'
import { SettingsSection } from '../../settings-section.tsx'
import { useCustomers } from '../api.ts'

const CustomerCard = lazyPart(async () => (await import('./customer-card.tsx')).CustomerCard)

export function CustomerData() {
  // Not in the URL: an email address must not stay in the browser's history.
  const [text, setText] = useState('')
  const [search, setSearch] = useState('')
  const customers = useCustomers(search)

  function find(event: SubmitEvent) {
    event.preventDefault()
    const term = text.trim()
    if (term === search && term) void customers.refetch()
    setSearch(term)
  }

  return (
    <SettingsSection
      title="Customer data"
      description="When a customer asks what you know about them, or to be forgotten."
    >
      <form aria-label="Find a customer" onSubmit={find}>
        <Field label="Email address or order number">
          {(control) => (
            <div className="flex flex-wrap gap-2">
              <div className="min-w-0 grow basis-48 sm:max-w-sm">
                <Input
                  {...control}
                  value={text}
                  onChange={(event) => setText(event.target.value)}
                  autoComplete="off"
                  spellCheck={false}
                />
              </div>
              <Button type="submit" aria-disabled={text.trim() === ''} isPending={customers.isFetching}>
                Find
              </Button>
            </div>
          )}
        </Field>
      </form>
      {customers.error && (
        <LoadError
          what="The customer"
          error={customers.error}
          isRetrying={customers.isFetching}
          onRetry={() => void customers.refetch()}
        />
      )}
      {customers.isLoading && <Spinner />}
      {customers.data?.length === 0 && (
        <output className="text-muted">
          Nobody is known by “{search}”. An email address has to be complete, and an order number as the order shows it.
        </output>
      )}
      <Suspense fallback={<Spinner />}>
        {customers.data?.map((customer) => (
          <CustomerCard key={customer.id} customer={customer} />
        ))}
      </Suspense>
    </SettingsSection>
  )
}
