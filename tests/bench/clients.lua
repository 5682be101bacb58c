-- Every request comes from another client, counted on from the first argument.
local client = 0

function init(args)
  client = tonumber(args[1])
end

function request()
  client = client + 1
  wrk.headers["X-Forwarded-For"] = string.format(
    "11.%d.%d.%d",
    math.floor(client / 65536) % 256,
    math.floor(client / 256) % 256,
    client % 256
  )
  return wrk.format()
end
