/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows placed by hand are no table to a browser; the roles make them one to a screen reader */
import { sheetColumns, sheetLabels } from '#contract/sheet.ts'
import { columnStyles, headerHeight, headingStyles, widthStyles } from './grid-look.ts'

export function GridHeading() {
  return (
    <div role="rowgroup" className={`sticky top-0 z-10 ${widthStyles}`}>
      <div role="row" aria-rowindex={1} className={columnStyles} style={{ height: headerHeight }}>
        {sheetColumns.map((column, index) => (
          <div
            key={column}
            role="columnheader"
            aria-colindex={index + 1}
            className={headingStyles({ isFirst: index === 0, isNumber: column === 'price' || column === 'quantity' })}
          >
            {sheetLabels[column]}
          </div>
        ))}
        <div role="columnheader" aria-colindex={sheetColumns.length + 1} className={headingStyles()}>
          Status
        </div>
      </div>
    </div>
  )
}
