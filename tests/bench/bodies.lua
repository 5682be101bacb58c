-- Posts the lines of a file (its name is the first argument) as JSON, in turn.
local requests, turn = {}, 0

function init(args)
  local headers = { ["content-type"] = "application/json" }
  for body in io.lines(args[1]) do
    requests[#requests + 1] = wrk.format("POST", nil, headers, body)
  end
end

function request()
  turn = turn % #requests + 1
  return requests[turn]
end
