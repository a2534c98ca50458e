// The front door is all that a client has to import: the vocabulary of the floors below comes
// with it.
@_exported import Analysis
@_exported import Importing
@_exported import Pricing
@_exported import Quantities
@_exported import Reports
@_exported import Usage
