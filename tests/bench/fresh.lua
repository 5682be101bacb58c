-- Each request is about another address (first argument: "path") or comes from
-- another client ("client"). Then: the path, the number of the first address and
-- the number that no address may reach; the mean rest of a connection between two
-- requests, in milliseconds. The numbers are those of fresh_addresses.ts: the same
-- formula, the same octets left out.
local kind, path, n, stop, rest

local SPECIAL = {
  [0] = true, [10] = true, [100] = true, [127] = true, [169] = true,
  [172] = true, [192] = true, [198] = true, [203] = true,
}

function init(args)
  kind, path = args[1], args[2]
  n, stop = tonumber(args[3]), tonumber(args[4])
  rest = tonumber(args[5])
end

function delay()
  return rest > 0 and math.random(0, 2 * rest) or 0
end

local function next_address()
  while n < stop do
    local value = (n * 1664525 + 1013904223) % 4294967296
    n = n + 1
    local first = math.floor(value / 16777216)
    if first < 224 and not SPECIAL[first] then
      return string.format(
        "%d.%d.%d.%d",
        first,
        math.floor(value / 65536) % 256,
        math.floor(value / 256) % 256,
        value % 256
      )
    end
  end
end

function request()
  local address = next_address()
  -- An error of the draw, rather than an address for the second time.
  if not address then return wrk.format("GET", "/no/address/left") end
  if kind == "path" then return wrk.format("GET", path .. address) end
  wrk.headers["X-Forwarded-For"] = address
  return wrk.format("GET", path)
end
