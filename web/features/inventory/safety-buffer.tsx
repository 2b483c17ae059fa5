import { useRef, useState } from 'react'
import type { StockDetail } from '#contract/inventory.ts'
import { productsApi } from '#contract/products.ts'
import { formatNumber } from '#web/lib/figures.ts'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { SafetyBufferForm } from './safety-buffer-form.tsx'

export function SafetyBuffer({ detail }: { detail: StockDetail }) {
  const [isChanging, setIsChanging] = useState(false)
  const change = useRef<HTMLButtonElement>(null)

  function close() {
    setIsChanging(false)
    change.current?.focus()
  }

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span>{bufferSourceText(detail)}</span>
        <PermittedButton
          ref={change}
          access={productsApi.updateSku.access}
          task="change the safety buffer"
          size="small"
          aria-label="Change safety buffer"
          aria-expanded={isChanging}
          onClick={() => setIsChanging(!isChanging)}
        >
          Change
        </PermittedButton>
      </div>
      {isChanging && <SafetyBufferForm detail={detail} onClose={close} />}
    </>
  )
}

function bufferSourceText({ safetyBuffer, companyBuffer }: StockDetail): string {
  if (safetyBuffer === 0 && companyBuffer === 0) return 'No units are kept back.'
  if (safetyBuffer === companyBuffer) return 'This SKU’s own, the same as the company’s.'
  return safetyBuffer > companyBuffer
    ? `This SKU’s own. The company’s is ${formatNumber(companyBuffer)}.`
    : `The company’s. This SKU’s own is ${formatNumber(safetyBuffer)}.`
}
